// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ICryptoMath} from "./TestCryptoMath.sol";
import {TestCryptoSwap} from "./TestCryptoSwap.sol";

/// A factory of CryptoSwap pools with the part of Curve's interface that traders need. Each pool is
/// a clone of one implementation. A struct holds the arguments of `deploy_pool`, because the
/// compiler's stack is too small for them.
abstract contract TestCryptoFactory {
    address public immutable admin = msg.sender;
    address public immutable math_implementation;
    address private immutable original;
    address[] internal pools;
    mapping(address => address[]) internal entries;

    constructor(address math, address pool) {
        (math_implementation, original) = (math, pool);
    }

    /// Registers any contract as a pool of this factory.
    function add(address pool, address[] memory coins) public {
        pools.push(pool);
        entries[pool] = coins;
    }

    function pool_count() external view returns (uint256) {
        return pools.length;
    }

    function _deploy(TestCryptoSwap.Terms memory terms) internal returns (address pool) {
        bytes memory code =
            abi.encodePacked(hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", original, hex"5af43d82803e903d91602b57fd5bf3");
        assembly ("memory-safe") {
            pool := create(0, add(code, 32), mload(code))
        }
        TestCryptoSwap(pool).initialize(terms);
        add(pool, terms.coins);
    }

    function _coin(address pool, uint256 k) internal view returns (address) {
        return entries[pool].length == 0 ? address(0) : entries[pool][k];
    }

    /// Emits encoded data, because the event has too many fields for the compiler.
    function _log(bytes32 topic, bytes memory told) internal {
        // Skips the offset, which an event does not have.
        assembly ("memory-safe") {
            log1(add(told, 64), sub(mload(told), 32), topic)
        }
    }
}

contract TestTwocryptoFactory is TestCryptoFactory {
    struct Order {
        string name;
        string symbol;
        address[2] coins;
        uint256 implementation_id;
        uint256 A;
        uint256 gamma;
        uint256 mid_fee;
        uint256 out_fee;
        uint256 fee_gamma;
        uint256 allowed_extra_profit;
        uint256 adjustment_step;
        uint256 ma_exp_time;
        uint256 initial_price;
    }

    struct Deployed {
        address pool;
        string name;
        string symbol;
        address[2] coins;
        address math;
        bytes32 salt;
        uint256[2] precisions;
        uint256 packed_A_gamma;
        uint256 packed_fee_params;
        uint256 packed_rebalancing_params;
        uint256 packed_prices;
        address deployer;
    }

    event TwocryptoPoolDeployed(
        address pool,
        string name,
        string symbol,
        address[2] coins,
        address math,
        bytes32 salt,
        uint256[2] precisions,
        uint256 packed_A_gamma,
        uint256 packed_fee_params,
        uint256 packed_rebalancing_params,
        uint256 packed_prices,
        address deployer
    );

    constructor(address math, address pool) TestCryptoFactory(math, pool) {}

    function deploy_pool(Order calldata order) external returns (address pool) {
        TestCryptoSwap.Terms memory terms;
        terms.math = ICryptoMath(math_implementation);
        (terms.coins, terms.prices) = (new address[](2), new uint256[](1));
        (terms.coins[0], terms.coins[1]) = (order.coins[0], order.coins[1]);
        terms.prices[0] = order.initial_price;
        (terms.A, terms.gamma) = (order.A, order.gamma);
        terms.fees = order.mid_fee << 128 | order.out_fee << 64 | order.fee_gamma;
        terms.rebalancing = order.allowed_extra_profit << 128 | order.adjustment_step << 64 | order.ma_exp_time;
        pool = _deploy(terms);
        Deployed memory told;
        (told.pool, told.name, told.symbol, told.coins) = (pool, order.name, order.symbol, order.coins);
        (told.math, told.packed_prices, told.deployer) = (math_implementation, order.initial_price, msg.sender);
        (told.packed_fee_params, told.packed_rebalancing_params) = (terms.fees, terms.rebalancing);
        told.packed_A_gamma = order.A << 128 | order.gamma;
        _log(TwocryptoPoolDeployed.selector, abi.encode(told));
    }

    /// The original reverts for an index without a pool.
    function pool_list(uint256 index) external view returns (address) {
        return pools[index];
    }

    function get_coins(address pool) external view returns (address[2] memory) {
        return [_coin(pool, 0), _coin(pool, 1)];
    }
}

contract TestTricryptoFactory is TestCryptoFactory {
    struct Order {
        string name;
        string symbol;
        address[3] coins;
        address weth;
        uint256 implementation_id;
        uint256 A;
        uint256 gamma;
        uint256 mid_fee;
        uint256 out_fee;
        uint256 fee_gamma;
        uint256 allowed_extra_profit;
        uint256 adjustment_step;
        uint256 ma_exp_time;
        uint256[2] initial_prices;
    }

    struct Deployed {
        address pool;
        string name;
        string symbol;
        address weth;
        address[3] coins;
        address math;
        bytes32 salt;
        uint256 packed_precisions;
        uint256 packed_A_gamma;
        uint256 packed_fee_params;
        uint256 packed_rebalancing_params;
        uint256 packed_prices;
        address deployer;
    }

    event TricryptoPoolDeployed(
        address pool,
        string name,
        string symbol,
        address weth,
        address[3] coins,
        address math,
        bytes32 salt,
        uint256 packed_precisions,
        uint256 packed_A_gamma,
        uint256 packed_fee_params,
        uint256 packed_rebalancing_params,
        uint256 packed_prices,
        address deployer
    );

    constructor(address math, address pool) TestCryptoFactory(math, pool) {}

    function deploy_pool(Order calldata order) external returns (address pool) {
        TestCryptoSwap.Terms memory terms;
        terms.math = ICryptoMath(math_implementation);
        (terms.coins, terms.prices) = (new address[](3), new uint256[](2));
        (terms.coins[0], terms.coins[1], terms.coins[2]) = (order.coins[0], order.coins[1], order.coins[2]);
        (terms.prices[0], terms.prices[1]) = (order.initial_prices[0], order.initial_prices[1]);
        (terms.A, terms.gamma) = (order.A, order.gamma);
        terms.fees = order.mid_fee << 128 | order.out_fee << 64 | order.fee_gamma;
        terms.rebalancing = order.allowed_extra_profit << 128 | order.adjustment_step << 64 | order.ma_exp_time;
        pool = _deploy(terms);
        Deployed memory told;
        (told.pool, told.name, told.symbol, told.weth) = (pool, order.name, order.symbol, order.weth);
        (told.coins, told.math, told.deployer) = (order.coins, math_implementation, msg.sender);
        (told.packed_fee_params, told.packed_rebalancing_params) = (terms.fees, terms.rebalancing);
        told.packed_A_gamma = order.A << 128 | order.gamma;
        told.packed_prices = order.initial_prices[1] << 128 | order.initial_prices[0];
        _log(TricryptoPoolDeployed.selector, abi.encode(told));
    }

    /// The original returns the zero address for an index without a pool.
    function pool_list(uint256 index) external view returns (address) {
        return index < pools.length ? pools[index] : address(0);
    }

    function get_coins(address pool) external view returns (address[3] memory) {
        return [_coin(pool, 0), _coin(pool, 1), _coin(pool, 2)];
    }
}
