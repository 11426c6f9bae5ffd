// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Aave} from "./Aave.sol";
import {Balancer} from "./Balancer.sol";
import {Fees} from "./Fees.sol";
import {IExecutor} from "./ISettlement.sol";
import {AAVE_SUPPLY, AAVE_WITHDRAW, BALANCER, V2, V3, VAULT_DEPOSIT, VAULT_REDEEM} from "./Kinds.sol";
import {Pools} from "./Pools.sol";
import {Routes} from "./Routes.sol";
import {SourceTable} from "./SourceTable.sol";
import {Tokens} from "./Tokens.sol";
import {Vaults} from "./Vaults.sol";

/// @title Steps backwards: each asks its price for an exact output, and has the step before it buy that.
/// @dev A V3 pool hands out first and asks its price after, in the callback; all others are asked beforehand.
abstract contract Buying is SourceTable {
    /// What shares may lose by rounding on their way from hand to hand.
    uint256 private constant ROUNDING = 1;

    /// @param path abi.encode(Step[])
    /// @param i the step that makes `amountOut` of what it buys reach `payee`
    function _buy(bytes calldata path, uint256 i, uint256 amountOut, address payee) internal {
        IExecutor.Step calldata step = Routes.steps(path)[i];
        if (step.kind == V2) _buyV2(path, i, step, amountOut, payee);
        else if (step.kind == V3) _buyV3(path, i, step, amountOut, payee);
        else if (step.kind == BALANCER) _buyBalancer(path, i, step, amountOut, payee);
        else _convertBack(path, i, step, amountOut, payee);
    }

    /// @notice Makes `amount` of what step `i` sells reach `to`: out of our hands, or bought by the step before.
    function _provide(bytes calldata path, uint256 i, uint256 amount, address to) internal {
        IExecutor.Step[] calldata steps = Routes.steps(path);
        address token = steps[i].tokenIn;
        if (i == 0) {
            if (to != address(this)) Tokens.pay(token, to, amount);
            return;
        }
        if (steps[i - 1].tokenOut != token) revert IExecutor.WrongToken(token);
        _buy(path, i - 1, amount, to);
    }

    function _buyV2(bytes calldata path, uint256 i, IExecutor.Step calldata step, uint256 amountOut, address payee)
        private
    {
        (address pair, uint256 feeBps) = _v2Pair(step.source, step.tokenIn, step.tokenOut);
        bool forward = step.tokenIn < step.tokenOut;
        (uint256 reserveIn, uint256 reserveOut) = Pools.reserves(pair, forward);
        uint256 price = reserveIn * amountOut * Fees.BPS / ((reserveOut - amountOut) * (Fees.BPS - feeBps)) + 1;
        _provide(path, i, price, pair);
        Pools.take(pair, forward, amountOut, payee);
    }

    function _buyV3(bytes calldata path, uint256 i, IExecutor.Step calldata step, uint256 amountOut, address payee)
        private
    {
        uint24 fee = abi.decode(step.data, (uint24));
        address pool = _v3Pool(step.source, step.tokenIn, step.tokenOut, fee);
        bytes memory data = i == 0
            ? abi.encode(step.source, step.tokenIn, step.tokenOut, fee)
            : bytes.concat(abi.encode(step.source, step.tokenIn, step.tokenOut, fee, i), path);
        Pools.swap(pool, step.tokenIn < step.tokenOut, -int256(amountOut), payee, data);
    }

    function _buyBalancer(
        bytes calldata path,
        uint256 i,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        bytes32 poolId = abi.decode(step.data, (bytes32));
        address vault = _trusted(step.source, BALANCER);
        uint256 price = Balancer.price(vault, poolId, step.tokenIn, step.tokenOut, amountOut);
        _provide(path, i, price, address(this));
        Balancer.buy(vault, poolId, step.tokenIn, step.tokenOut, amountOut, price, payee);
    }

    function _convertBack(
        bytes calldata path,
        uint256 i,
        IExecutor.Step calldata step,
        uint256 amountOut,
        address payee
    ) private {
        (uint8 kind, address tokenIn, address tokenOut) = (step.kind, step.tokenIn, step.tokenOut);
        if (kind == AAVE_SUPPLY) {
            address pool = _trusted(step.source, AAVE_SUPPLY);
            _provide(path, i, amountOut + ROUNDING, address(this));
            Aave.supply(pool, tokenIn, tokenOut, amountOut + ROUNDING, payee);
        } else if (kind == AAVE_WITHDRAW) {
            address pool = _trusted(step.source, AAVE_SUPPLY);
            _provide(path, i, amountOut + ROUNDING, address(this));
            Aave.withdraw(pool, tokenOut, amountOut, payee);
        } else if (kind == VAULT_DEPOSIT) {
            address vault = _trusted(step.source, VAULT_DEPOSIT);
            uint256 assets = Vaults.priceOfShares(vault, amountOut);
            _provide(path, i, assets, address(this));
            Vaults.mint(vault, tokenIn, tokenOut, amountOut, assets, payee);
        } else if (kind == VAULT_REDEEM) {
            address vault = _trusted(step.source, VAULT_DEPOSIT);
            _provide(path, i, Vaults.priceOfAssets(vault, amountOut), address(this));
            Vaults.withdraw(vault, tokenIn, tokenOut, amountOut, payee);
        } else {
            revert IExecutor.UnknownKind(kind);
        }
    }
}
