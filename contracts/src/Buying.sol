// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Aave} from "./Aave.sol";
import {Balancer} from "./Balancer.sol";
import {CryptoSwap} from "./CryptoSwap.sol";
import {Curve} from "./Curve.sol";
import {Fees} from "./Fees.sol";
import {IExecutor} from "./ISettlement.sol";
import {
    AAVE_SUPPLY,
    AAVE_WITHDRAW,
    BALANCER,
    BALANCER_V3,
    CRYPTO_SWAP,
    PSM_SELL,
    SOLIDLY,
    STABLE_SWAP,
    STABLE_SWAP_NG,
    USDS_TO_DAI,
    V2,
    V3,
    V4,
    VAULT_DEPOSIT,
    VAULT_REDEEM,
    WHOLE,
    WSTETH_UNWRAP,
    WSTETH_WRAP
} from "./Kinds.sol";
import {Manager} from "./Manager.sol";
import {Needs} from "./Needs.sol";
import {Pools} from "./Pools.sol";
import {Psm} from "./Psm.sol";
import {Routes} from "./Routes.sol";
import {Solidly} from "./Solidly.sol";
import {SourceTable} from "./SourceTable.sol";
import {StableSwap} from "./StableSwap.sol";
import {Tokens} from "./Tokens.sol";
import {Vaults} from "./Vaults.sol";
import {WstEth} from "./WstEth.sol";

/// @title Buys an exact output: each step requests its price, runs the later steps that buy that
/// input, and pays.
/// @dev A step that pays in the route's input finishes immediately. A step that pays in another
/// token runs the later steps inside itself until nothing more of that token is needed. A V3 pool,
/// a V4 manager and a Balancer V3 vault send the output first and report the price in their
/// callback; all others are quoted beforehand.
abstract contract Buying is SourceTable {
    /// Units that a share amount may lose by rounding on its way to the contract that burns the
    /// shares.
    uint256 private constant ROUNDING = 1;
    /// Units supplied or unwrapped in addition, so that rounding leaves enough for the receiver and
    /// the fees. While a share is worth less than two units, rounding takes less than three shares
    /// (one mint, two payments) and one unit (measuring the last payment). The addition may raise
    /// each of two fees by one unit.
    uint256 private constant SUPPLIED_BEYOND = 8;

    address internal immutable settlement = msg.sender;

    /// @notice Buys `amountOut` of `token` for the settlement with all steps.
    /// @param encoded abi.encode(Step[])
    function _buyAll(bytes calldata encoded, address token, uint256 amountOut) internal {
        Needs.start(token, amountOut);
        uint256 length = Routes.steps(encoded).length;
        while (Needs.nextStep() < length) _buyNext(encoded, settlement);
        if (Needs.amountOf(token) != 0) revert IExecutor.WrongToken(token);
    }

    /// @param payee receives the step's output, unless that is the output of the route
    function _buyNext(bytes calldata encoded, address payee) private {
        IExecutor.Step[] calldata steps = Routes.steps(encoded);
        IExecutor.Step calldata step = steps[Needs.takeStep()];
        uint256 amountOut = Needs.take(step.tokenOut, step.portion);
        if (step.tokenOut == steps[0].tokenOut) payee = settlement;
        if (step.kind == V2) _buyV2(encoded, step, amountOut, payee);
        else if (step.kind == V3) _buyV3(encoded, step, amountOut, payee);
        else if (step.kind == SOLIDLY) _buySolidly(encoded, step, amountOut, payee);
        else if (step.kind == BALANCER) _buyBalancer(encoded, step, amountOut, payee);
        else if (step.kind == V4 || step.kind == BALANCER_V3) _buyManaged(encoded, step, amountOut, payee);
        else if (step.kind == STABLE_SWAP || step.kind == STABLE_SWAP_NG || step.kind == CRYPTO_SWAP) {
            _buyCurve(encoded, step, amountOut, payee);
        } else _convertBack(encoded, step, amountOut, payee);
    }

    /// @notice Sends `amount` of `token` to `to`: from the executor after the later steps have
    /// bought it, or straight from the next step if that buys all of it for this payment only.
    function _provide(bytes calldata encoded, address token, uint256 amount, address to) internal {
        IExecutor.Step[] calldata steps = Routes.steps(encoded);
        if (!_sellsInput(steps, token)) {
            bool isAlone = Needs.add(token, amount) == amount;
            IExecutor.Step calldata next = steps[Needs.nextStep()];
            bool isDirect = isAlone && next.tokenOut == token && next.portion == WHOLE;
            while (Needs.amountOf(token) != 0) {
                if (Needs.nextStep() == steps.length) revert IExecutor.WrongToken(token);
                _buyNext(encoded, isDirect ? to : address(this));
            }
            if (isDirect) return;
        }
        if (to != address(this)) Tokens.pay(token, to, amount);
    }

    /// @dev No step could buy what the last one sells, so its tokenIn must be the input.
    function _sellsInput(IExecutor.Step[] calldata steps, address token) private pure returns (bool) {
        return token == steps[steps.length - 1].tokenIn;
    }

    function _buyV2(bytes calldata encoded, IExecutor.Step calldata step, uint256 amountOut, address payee)
        private
    {
        (address pair, uint256 feeBps) = _v2Pair(step.source, step.tokenIn, step.tokenOut);
        bool forward = step.tokenIn < step.tokenOut;
        (uint256 reserveIn, uint256 reserveOut) = Pools.reserves(pair, forward);
        uint256 price = reserveIn * amountOut * Fees.BPS / ((reserveOut - amountOut) * (Fees.BPS - feeBps)) + 1;
        _provide(encoded, step.tokenIn, price, pair);
        Pools.take(pair, forward, amountOut, payee);
    }

    function _buySolidly(
        bytes calldata encoded,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        bool stable = abi.decode(step.data, (bool));
        (address pair, uint256 fee) = _solidlyPair(step.source, step.tokenIn, step.tokenOut, stable);
        bool forward = step.tokenIn < step.tokenOut;
        uint256 price = Solidly.input(Solidly.read(pair, stable, fee, forward), amountOut);
        _provide(encoded, step.tokenIn, price, pair);
        Pools.take(pair, forward, amountOut, payee);
    }

    function _buyV3(bytes calldata encoded, IExecutor.Step calldata step, uint256 amountOut, address payee)
        private
    {
        uint24 fee = abi.decode(step.data, (uint24));
        address pool = _v3Pool(step.source, step.tokenIn, step.tokenOut, fee);
        bytes memory data = _sellsInput(Routes.steps(encoded), step.tokenIn)
            ? abi.encode(step.source, step.tokenIn, step.tokenOut, fee)
            : bytes.concat(abi.encode(step.source, step.tokenIn, step.tokenOut, fee), encoded);
        Pools.buy(pool, step.tokenIn < step.tokenOut, amountOut, payee, data);
    }

    function _buyBalancer(
        bytes calldata encoded,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        bytes32 poolId = abi.decode(step.data, (bytes32));
        address vault = _trusted(step.source, BALANCER);
        uint256 price = Balancer.price(vault, poolId, step.tokenIn, step.tokenOut, amountOut);
        _provide(encoded, step.tokenIn, price, address(this));
        Balancer.buy(vault, poolId, step.tokenIn, step.tokenOut, amountOut, price, payee);
    }

    /// @dev Surplus output goes with the route's output, or is swept if the step buys another
    /// token.
    function _buyCurve(
        bytes calldata encoded,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        (address pool, Curve.Coins memory coins) = Curve.open(_trusted(step.source, step.kind), step);
        uint256 price = step.kind == CRYPTO_SWAP
            ? CryptoSwap.price(pool, coins, amountOut)
            : StableSwap.price(pool, coins, step.kind, amountOut);
        _provide(encoded, step.tokenIn, price, address(this));
        uint256 bought = Curve.swap(pool, coins, step, price);
        if (bought < amountOut) revert IExecutor.WrongToken(step.tokenOut);
        if (payee != address(this)) Tokens.pay(step.tokenOut, payee, payee == settlement ? bought : amountOut);
    }

    /// @dev A manager is unlocked once. A purchase from another pool of an unlocked manager runs
    /// directly.
    function _buyManaged(
        bytes calldata encoded,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        address manager = _trusted(step.source, step.kind);
        Manager.Order memory order = Manager.order(manager, weth, step, Pools.signed(amountOut), payee);
        if (Manager.isUnlocked(manager)) return _buyUnlocked(order, encoded);
        Manager.unlock(order, bytes.concat(abi.encode(order), encoded));
    }

    /// @notice Buys from an unlocked manager, runs the steps that buy what the purchase costs, and
    /// pays.
    function _buyUnlocked(Manager.Order memory order, bytes calldata encoded) internal {
        uint256 owed = Manager.take(order);
        _provide(encoded, order.tokenIn, owed, address(this));
        Manager.pay(order, owed);
    }

    function _convertBack(
        bytes calldata encoded,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        (uint8 kind, address tokenIn, address tokenOut) = (step.kind, step.tokenIn, step.tokenOut);
        if (kind == AAVE_SUPPLY) {
            address pool = _trusted(step.source, AAVE_SUPPLY);
            _provide(encoded, step.tokenIn, amountOut + SUPPLIED_BEYOND, address(this));
            Aave.supply(pool, tokenIn, tokenOut, amountOut + SUPPLIED_BEYOND, payee);
        } else if (kind == AAVE_WITHDRAW) {
            address pool = _trusted(step.source, AAVE_SUPPLY);
            _provide(encoded, step.tokenIn, amountOut + ROUNDING, address(this));
            Aave.withdraw(pool, tokenOut, amountOut, payee);
        } else if (kind == VAULT_DEPOSIT) {
            address vault = _trusted(step.source, VAULT_DEPOSIT);
            uint256 assets = Vaults.priceOfShares(vault, amountOut);
            _provide(encoded, step.tokenIn, assets, address(this));
            Vaults.mint(vault, tokenIn, tokenOut, amountOut, assets, payee);
        } else if (kind == VAULT_REDEEM) {
            address vault = _trusted(step.source, VAULT_DEPOSIT);
            _provide(encoded, step.tokenIn, Vaults.priceOfAssets(vault, amountOut), address(this));
            Vaults.withdraw(vault, tokenIn, tokenOut, amountOut, payee);
        } else if (kind >= PSM_SELL && kind <= USDS_TO_DAI) {
            address psm = _trusted(step.source, PSM_SELL);
            (uint256 price, uint256 gems) = Psm.price(psm, kind, amountOut);
            _provide(encoded, step.tokenIn, price, address(this));
            // Surplus from the last gem goes with the route's output, or is swept if the step buys
            // another token.
            address taker = kind != PSM_SELL || payee == settlement ? payee : address(this);
            Psm.trade(psm, step, gems, price, taker);
            if (taker != payee) Tokens.pay(tokenOut, payee, amountOut);
        } else if (kind == WSTETH_WRAP || kind == WSTETH_UNWRAP) {
            address wrapper = _trusted(step.source, WSTETH_WRAP);
            if (kind == WSTETH_UNWRAP) amountOut += SUPPLIED_BEYOND;
            uint256 price = WstEth.price(wrapper, kind, amountOut);
            _provide(encoded, step.tokenIn, price, address(this));
            WstEth.convert(wrapper, step, price, payee);
        } else {
            revert IExecutor.UnknownKind(kind);
        }
    }
}
